import { useSyncExternalStore } from 'react';

const KEY = 'tokendesk.sound';
const listeners = new Set<() => void>();
let context: AudioContext | undefined;

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** Whether this device gives a sound when a payment arrives, and the switch for it. */
export function useSound(): { isSoundOn: boolean; setSound: (on: boolean) => void } {
  const isSoundOn = useSyncExternalStore(subscribe, isOn, () => true);
  return { isSoundOn, setSound };
}

function setSound(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // A device that keeps nothing stays as it is.
  }
  if (on) chime();
  for (const changed of listeners) changed();
}

/** Two short notes, and a vibration where the device has one. Silent where the browser has not been touched yet, or the sound is off. */
export function chime(): void {
  if (!isOn()) return;
  try {
    if (navigator.userActivation.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
    context ??= new AudioContext();
    void context.resume();
    const start = context.currentTime;
    for (const [at, hertz] of [
      [0, 659],
      [0.14, 880],
    ] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.0001, start + at);
      volume.gain.exponentialRampToValueAtTime(0.3, start + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.3);
      tone.connect(volume).connect(context.destination);
      tone.start(start + at);
      tone.stop(start + at + 0.32);
    }
  } catch {
    // A device without sound: the screen is green all the same.
  }
}
