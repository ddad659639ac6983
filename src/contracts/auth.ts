import type { Role } from '../domain/people/roles.js';

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface LoginRequest {
  email: string;
  password: string;
  /** Of the second factor, where the account has one: six digits or a recovery code. */
  code?: string;
}

export interface LoginData {
  user: SessionUser;
  token: string;
}
