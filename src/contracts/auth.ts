import type { Role } from '../domain/roles.js';

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface LoginRequest {
  email: string;
  password: string;
}

export interface LoginData {
  user: SessionUser;
  token: string;
}
