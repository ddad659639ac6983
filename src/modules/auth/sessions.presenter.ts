import type { SessionRow } from '../../contracts/accounts.js';
import type { SessionEntity } from '../../database/entities/session.entity.js';
import { deviceName } from '../../domain/people/device-name.js';

/** @param currentId the session of the request; null for another person's list */
export function presentSession(session: SessionEntity, currentId: number | null): SessionRow {
  return {
    id: String(session.id),
    isCurrent: session.id === currentId,
    kind: session.kind,
    device: deviceName(session.userAgent),
    address: session.ip,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}
