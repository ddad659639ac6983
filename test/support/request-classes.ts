import type { INestApplicationContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { listRoutes } from '../../src/http/index.js';

export type RequestClass = new () => object;

export interface TakenInput {
  /** `POST /api/payments/create-link` */
  route: string;
  part: 'body' | 'query';
  /** Null for a handler that takes the whole body or query as it comes and reads it by itself. */
  type: RequestClass | null;
}

const PARTS: Readonly<Record<number, TakenInput['part']>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
};

/** What the routes take in, read off the metadata that Nest itself routes by: a new route is here as soon as it exists. */
export function listInputs(app: INestApplicationContext): TakenInput[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as unknown as RequestClass & { name: string }),
  );
  return listRoutes(app).flatMap(({ method, path, handler }) => {
    const [className, name = ''] = handler.split('.');
    const controller = controllers.find((each) => each.name === className);
    if (!controller) throw new Error(`no controller ${className}`);
    return inputsOf(controller, name).map((input) => ({ route: `${method} ${path}`, ...input }));
  });
}

function inputsOf(controller: RequestClass, name: string): Omit<TakenInput, 'route'>[] {
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as unknown[];
  return Object.entries(taken).flatMap(([key, { index, data }]) => {
    const part = PARTS[Number(key.split(':')[0])];
    // A single parameter (`@Query('day')`) is no schema.
    if (!part || data !== undefined) return [];
    const type = types[index];
    return [{ part, type: type === Object || typeof type !== 'function' ? null : (type as RequestClass) }];
  });
}
