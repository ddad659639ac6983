export { presentPrincipal, presentUser } from './auth.presenter.js';
export { AuthModule } from './auth.module.js';
export { DEMO_LOGINS, DemoSeed } from './demo-seed.service.js';
export { type Rights, SessionsService } from './sessions.service.js';
export { StaffService } from './staff.service.js';
export { staffState } from './auth.presenter.js';
export { StaffProjects } from './staff/staff-projects.service.js';
export { StaffResets } from './staff/staff-resets.service.js';
