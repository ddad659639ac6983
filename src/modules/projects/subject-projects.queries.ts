import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { TOKEN_NUMBER } from '../../domain/payment/token-catalogue.js';
import { isProjectCode } from '../../domain/projects/project-rules.js';
import { type SubjectKind, SubjectProjects } from '../../http/index.js';
import { PUBLIC_ID } from '../../runtime/ids.js';

interface Lookup {
  /** What cannot name one is not looked up. */
  isName: (name: string) => boolean;
  sql: string;
  /** As stored. */
  key?: (name: string) => string;
}

const LOOKUPS: Readonly<Record<SubjectKind, Lookup>> = {
  payment: {
    isName: (name) => PUBLIC_ID.test(name),
    sql: 'SELECT project_id AS id FROM payments WHERE public_id = ?',
  },
  token: {
    isName: (name) => TOKEN_NUMBER.test(name.toUpperCase()),
    sql: 'SELECT project_id AS id FROM payments WHERE token_number = ?',
    key: (name) => name.toUpperCase(),
  },
  review: {
    isName: (name) => PUBLIC_ID.test(name),
    sql: 'SELECT p.project_id AS id FROM reviews r JOIN payments p ON p.id = r.payment_id WHERE r.public_id = ?',
  },
  project: { isName: isProjectCode, sql: 'SELECT id FROM projects WHERE code = ?' },
  event: { isName: (name) => /^[1-9]\d{0,8}$/.test(name), sql: 'SELECT project_id AS id FROM events WHERE id = ?' },
};

/** The project of what a request names, for the guard of limited admins. */
@Injectable()
export class SubjectProjectQueries extends SubjectProjects {
  constructor(private readonly uow: UnitOfWork) {
    super();
  }

  override async projectOf(kind: SubjectKind, name: string): Promise<number | null> {
    const { isName, sql, key } = LOOKUPS[kind];
    if (!isName(name)) return null;
    const [row] = await this.uow.read<{ id: unknown }>(sql, [key ? key(name) : name]);
    return row ? wholeNumber(row.id) : null;
  }
}
