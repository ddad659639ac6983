import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { ErrorCode } from '../contracts/error-codes.js';

export const PROJECT_ACCESS = 'tokendesk:project-access';

/** What a route can be about, and the answer to an unknown one. */
export const UNKNOWN_SUBJECTS = {
  payment: 'PAYMENT_NOT_FOUND',
  token: 'PAYMENT_NOT_FOUND',
  review: 'REVIEW_NOT_FOUND',
  project: 'PROJECT_NOT_FOUND',
  event: 'EVENT_NOT_FOUND',
} as const satisfies Record<string, ErrorCode>;

export type SubjectKind = keyof typeof UNKNOWN_SUBJECTS;

/** Where a request names its subject. */
export type SubjectPlace =
  | {
      in: 'params' | 'body' | 'query';
      name: string;
      /** What the handler takes when the request names nothing. */
      otherwise?: string;
    }
  /** Always the same one. */
  | { in: 'fixed'; value: string };

export type ProjectAccess = 'all-projects' | 'any-project' | (SubjectPlace & { kind: SubjectKind });

const IN_THE_PATH: Record<SubjectKind, string> = {
  payment: 'paymentId',
  token: 'tokenNumber',
  review: 'reviewId',
  project: 'code',
  event: 'eventId',
};

/** Only for admins of all projects; an admin of some is refused like a role that may not. */
export const AllProjects = () => SetMetadata<string, ProjectAccess>(PROJECT_ACCESS, 'all-projects');

/** Not about a project, or the handler keeps to the caller's projects by itself. Per route, so that no new one is open unseen. */
export const AnyProject = (): MethodDecorator => SetMetadata<string, ProjectAccess>(PROJECT_ACCESS, 'any-project');

/** About one object: another project's answers a limited admin as an unknown one. @param place default: in the path */
export const Subject = (
  kind: SubjectKind,
  place: SubjectPlace = { in: 'params', name: IN_THE_PATH[kind] },
): MethodDecorator => SetMetadata<string, ProjectAccess>(PROJECT_ACCESS, { kind, ...place });

/** The name that a request gives its subject; null for none, and for what is no text. */
export function subjectNameOf(req: Request, place: SubjectPlace): string | null {
  if (place.in === 'fixed') return place.value;
  const values = req[place.in] as Record<string, unknown> | undefined;
  const value = values?.[place.name];
  return typeof value === 'string' && value !== '' ? value : (place.otherwise ?? null);
}

/** Finds the project of a subject. */
export abstract class SubjectProjects {
  /** At most one statement, also for what does not exist. @returns the project's id; null: there is no such subject */
  abstract projectOf(kind: SubjectKind, name: string): Promise<number | null>;
}
