import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { isRefusal } from '../../runtime/refusal.js';
import { type NewStaff, StaffService } from './staff.service.js';
import { UsersRepository } from './users.repository.js';

/** Printed at the start and in the README. Made only where the demo seed is on, which production settings refuse. */
export const DEMO_LOGINS: readonly NewStaff[] = [
  { name: 'Anita Desai', email: 'admin@tokendesk.test', role: 'admin', password: 'admin-demo-2026' },
  { name: 'Priya Sharma', email: 'priya@tokendesk.test', role: 'sales_manager', password: 'sales-demo-2026' },
  { name: 'Rahul Verma', email: 'rahul@tokendesk.test', role: 'sales_manager', password: 'sales-demo-2026' },
];

@Injectable()
export class DemoSeed {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly staff: StaffService,
    private readonly users: UsersRepository,
  ) {}

  /** Fills an empty database only. @returns whether it did */
  async run(): Promise<boolean> {
    if (!this.settings.demoSeed || this.settings.production || !(await this.users.isEmpty())) return false;
    for (const login of DEMO_LOGINS) await this.createUnlessThere(login);
    return true;
  }

  /** Must run in a unit of work: other instances wait until it ends. */
  async lock(): Promise<void> {
    await this.users.lockActiveAdmins();
  }

  /** Ids of the demo's sellers that are there, by their first name in lower case. */
  async sellers(): Promise<Map<string, number>> {
    const sellers = DEMO_LOGINS.filter(({ role }) => role === 'sales_manager');
    const found = await Promise.all(sellers.map(({ email }) => this.users.findByEmailKey(email)));
    return new Map(
      found.flatMap((user) => (user ? [[user.emailKey.slice(0, user.emailKey.indexOf('@')), user.id]] : [])),
    );
  }

  /** Another instance may be doing the same. */
  private async createUnlessThere(login: NewStaff): Promise<void> {
    try {
      await this.staff.create(login);
    } catch (error) {
      if (!isRefusal(error, 'STAFF_EMAIL_TAKEN')) throw error;
    }
  }
}
