import { type RefObject, useEffect, useState } from 'react';

const AUTOFILL_MS = 400;

function allFilled(form: HTMLFormElement, names: readonly string[]): boolean {
  return names.every((name) => {
    const input = form.elements.namedItem(name);
    // The browser hides what it filled in until somebody touches the page.
    return input instanceof HTMLInputElement && (input.value !== '' || input.matches(':autofill'));
  });
}

/**
 * Whether every named field holds something. Looks at the form itself: a password manager, or a quick typist before the
 * script arrived, fills fields without telling React.
 */
export function useFilledFields(form: RefObject<HTMLFormElement | null>, names: readonly string[]): boolean {
  const [filled, setFilled] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const look = () => setFilled(allFilled(element, names));
    look();
    const timer = setTimeout(look, AUTOFILL_MS);
    element.addEventListener('input', look);
    element.addEventListener('change', look);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('input', look);
      element.removeEventListener('change', look);
    };
  }, [form, names]);
  return filled;
}
