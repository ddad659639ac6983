import type { INestApplicationContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { listRoutes, type RouteEntry } from '../../src/http/index.js';

export type RequestClass = new () => object;

export interface TakenInput {
  /** `POST /api/payments/create-link` */
  route: string;
  part: 'body' | 'query';
  /** Null for a handler that takes the whole body or query as it comes and reads it by itself. */
  type: RequestClass | null;
}

interface Argument {
  kind: RouteParamtypes;
  /** Of `@Query('day')` and the like; undefined for a whole body or query. */
  name: string | undefined;
  type: unknown;
}

/** What the routes take in, read off the metadata that Nest itself routes by: a new route is here as soon as it exists. */
export function listInputs(app: INestApplicationContext): TakenInput[] {
  return listRoutes(app).flatMap((entry) => inputsOf(entry).map((input) => ({ route: nameOf(entry), ...input })));
}

/** The whole bodies and queries of a handler; a single parameter (`@Query('day')`) is no schema. */
export function inputsOf(entry: RouteEntry): Omit<TakenInput, 'route'>[] {
  return argumentsOf(entry).flatMap(({ kind, name, type }) => {
    const part = PARTS[kind];
    if (!part || name !== undefined) return [];
    return [{ part, type: type === Object || typeof type !== 'function' ? null : (type as RequestClass) }];
  });
}

/** What a handler asks Nest for. */
export function argumentsOf({ controller, handler }: RouteEntry): Argument[] {
  const name = handler.split('.')[1] ?? '';
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number; data?: string }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as unknown[];
  return Object.entries(taken).map(([key, { index, data }]) => ({
    kind: Number(key.split(':')[0]) as RouteParamtypes,
    name: data,
    type: types[index],
  }));
}

const PARTS: Readonly<Partial<Record<RouteParamtypes, TakenInput['part']>>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
};

const nameOf = ({ method, path }: RouteEntry) => `${method} ${path}`;
