import { type CallbackInput, type Notice, noticeBy, parseCallback } from './callback.js';
import type { Merchant } from './merchants.js';

/** A message as each merchant of the installation would judge it, by the name of its profile. */
export type Notices = ReadonlyMap<string | null, Notice>;

export function noticesBy(input: CallbackInput, merchants: readonly Merchant[]): Notices {
  const parsed = parseCallback(input);
  return new Map(merchants.map(({ profile, settings }) => [profile, noticeBy(parsed, settings)]));
}

/**
 * The judgement that counts. The attempt that the message's reference names decides whose key must have signed it, never the
 * merchant id in the message: another merchant's key is a wrong key.
 * @param attempt null: the reference is unknown or not looked up yet, so that any merchant may have sent the message
 */
export function chosenNotice(notices: Notices, attempt: { merchantProfile: string | null } | null): Notice {
  const all = [...notices.values()];
  const first = all[0];
  if (first === undefined) throw new Error('there is no merchant');
  if (attempt === null) return all.find(({ ok }) => ok) ?? all.find(({ hashValid }) => hashValid) ?? first;
  return notices.get(attempt.merchantProfile) ?? unsigned(first);
}

/** Of a profile that is not configured (any more) there is no key. What is wrong with the message itself stays. */
function unsigned(notice: Notice): Notice {
  if (!notice.hashValid) return notice;
  const { problemField: _field, ...rest } = notice;
  return { ...rest, ok: false, hashValid: false, problem: 'bad_hash' };
}
