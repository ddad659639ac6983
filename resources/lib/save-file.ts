import { MESSAGES } from '../../src/contracts/messages';
import { personHeader } from './page-person';
import { leaveToOtherPerson } from './session-end';

const { exportFailed, exportBusy } = MESSAGES.admin;

/**
 * Lets the browser save an export while the server still writes it. It is asked first whether it can be had, because a download
 * that is refused says nothing to the person.
 * @returns what stands in the way, in words; null when the file comes
 */
export async function saveFile(url: string): Promise<string | null> {
  const obstacle = await obstacleTo(url);
  if (obstacle === null) window.location.assign(url);
  return obstacle;
}

async function obstacleTo(url: string): Promise<string | null> {
  try {
    const { ok, status } = await fetch(url, { method: 'HEAD', headers: personHeader() });
    if (ok) return null;
    if (status === 409) {
      leaveToOtherPerson();
      return MESSAGES.auth.otherPerson;
    }
    if (status === 401) return MESSAGES.auth.expired;
    return status === 429 ? exportBusy : exportFailed;
  } catch {
    return exportFailed;
  }
}
