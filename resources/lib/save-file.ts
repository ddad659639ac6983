import { MESSAGES } from '../../src/contracts/messages';

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
    const { ok, status } = await fetch(url, { method: 'HEAD' });
    if (ok) return null;
    if (status === 401) return MESSAGES.auth.expired;
    return status === 429 ? exportBusy : exportFailed;
  } catch {
    return exportFailed;
  }
}
