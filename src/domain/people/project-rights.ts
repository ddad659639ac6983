/** Ids of the projects that an admin is limited to, ascending; null: all projects. */
export type ProjectIds = readonly number[] | null;

/** Bounds what an account stores, 2,000 characters at most. */
export const MAX_LIMITED_PROJECTS = 180;

const NONE: readonly number[] = [];

/** @param stored as {@link storedProjectIds} writes it; what cannot be read means no project */
export function readProjectIds(stored: string | null): ProjectIds {
  if (stored === null) return null;
  try {
    const ids: unknown = JSON.parse(stored);
    return Array.isArray(ids) && ids.every(isProjectId) ? ids : NONE;
  } catch {
    return NONE;
  }
}

export function storedProjectIds(ids: ProjectIds): string | null {
  return ids === null ? null : JSON.stringify([...new Set(ids)].sort((one, other) => one - other));
}

export function isWithin(ids: ProjectIds, projectId: number): boolean {
  return ids === null || ids.includes(projectId);
}

/** Whether nobody would be left who may give rights. @param active the active admins with what they store */
export function isLastOfAll(active: readonly { id: number; projectIds: string | null }[], id: number): boolean {
  const ofAll = active.filter(({ projectIds }) => projectIds === null);
  return ofAll.length === 1 && ofAll[0]?.id === id;
}

function isProjectId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
