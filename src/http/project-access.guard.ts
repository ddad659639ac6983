import { type CanActivate, type ExecutionContext, Injectable, Logger, Optional } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { SERVER_MESSAGES } from '../contracts/messages-server.js';
import { Refusal } from '../runtime/refusal.js';
import { ACCESS, type Access } from './decorators.js';
import { principalOf } from './principal.js';
import {
  PROJECT_ACCESS,
  type ProjectAccess,
  subjectNameOf,
  SubjectProjects,
  UNKNOWN_SUBJECTS,
} from './project-access.js';
import { isApi } from './request-kind.js';

/**
 * Keeps an admin of some projects to them (docs/adr/0030-projects-and-terms.md#rights). Runs after the access guard, and does nothing for
 * everybody else. A route that does not say what it is about is refused.
 */
@Injectable()
export class ProjectAccessGuard implements CanActivate {
  private readonly logger = new Logger('ProjectAccessGuard');

  constructor(
    private readonly reflector: Reflector,
    @Optional() private readonly subjects?: SubjectProjects,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    const limits = principalOf(req)?.projectIds ?? null;
    if (limits === null) return true;
    const targets = [context.getHandler(), context.getClass()];
    // Public routes answer everybody alike.
    if (this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets) === 'public') return true;
    const rule = this.reflector.getAllAndOverride<ProjectAccess | undefined>(PROJECT_ACCESS, targets);
    if (rule === 'any-project') return true;
    if (rule === undefined || rule === 'all-projects') throw this.refused(context, req, rule);
    const name = subjectNameOf(req, rule);
    const projectId = name === null ? null : await this.subjects?.projectOf(rule.kind, name);
    if (typeof projectId !== 'number' || !limits.includes(projectId)) throw new Refusal(UNKNOWN_SUBJECTS[rule.kind]);
    return true;
  }

  private refused(context: ExecutionContext, req: Request, rule: ProjectAccess | undefined): Refusal {
    if (rule === undefined)
      this.logger.error(
        `${context.getClass().name}.${context.getHandler().name} does not say which projects it is about`,
      );
    return new Refusal(isApi(req) ? 'FORBIDDEN' : 'ROLE_REFUSED', { message: SERVER_MESSAGES.auth.allProjectsOnly });
  }
}
