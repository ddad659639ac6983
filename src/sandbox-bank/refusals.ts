import type { Message } from './bank-message.js';

let spelling = 0;

/** A refusal. The bank spells the description field in two ways; both are used in turn. */
export function refusal(responseCode: string, text: string, echo: Message = {}): Message {
  spelling += 1;
  const name = spelling % 2 === 0 ? 'responseDescription' : 'respDescription';
  const echoed = Object.entries(echo).filter(([, value]) => value !== '');
  return { responseCode, [name]: text, ...Object.fromEntries(echoed) };
}
