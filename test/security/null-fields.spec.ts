import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldsOf, leavesOf } from '../documents/dto-fields.js';
import { SECOND } from '../support/fake-clock.js';
import { listInputs, type RequestClass } from '../support/request-classes.js';
import { type MatrixRoute, WRITES } from './role-matrix.js';
import { answerOf, ask, Stage } from './stage.js';

/** docs/input-limits.md: an optional field may also be null, which leaves it out. */
describe('null in optional fields', () => {
  let stage: Stage;
  let classes: Map<string, RequestClass>;

  beforeAll(async () => {
    stage = await Stage.open();
    const inputs = listInputs(stage.test.app).filter(({ part }) => part === 'body');
    classes = new Map(inputs.flatMap(({ route, type }) => (type ? [[route, type] as const] : [])));
  });
  afterAll(() => stage.close());

  const optionalOf = (route: MatrixRoute): string[] => {
    const type = classes.get(route.name);
    const leaves = type ? leavesOf(fieldsOf(type)) : [];
    return leaves.flatMap(([path, { isOptional }]) => (isOptional ? [path] : []));
  };

  /** The answer to the request of the role matrix with null in some of the optional fields. */
  const answerTo = async (route: MatrixRoute, isNull: (body: object, path: string) => boolean) => {
    const target = await stage.make(route.target);
    const body = (route.body?.(target) ?? {}) as Record<string, unknown>;
    for (const path of optionalOf(route).filter((each) => isNull(body, each))) setNull(body, path);
    const client = stage.as(route.access === 'staff' ? 'owner' : 'admin');
    const reply = await ask(client, { ...route, body: () => body }, target);
    stage.test.clock.advance(11 * SECOND);
    return answerOf(reply, stage.test, target);
  };

  const routes = WRITES.filter(
    ({ isApi, upload, policyReport, bankPost }) => isApi && !upload && !policyReport && !bankPost,
  );

  it('are known of every route that takes a body', () => {
    const names = routes.filter((route) => optionalOf(route).length > 0).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['POST /api/admin/views', 'PUT /api/admin/views/:viewId']));
    expect(names.length).toBeGreaterThan(15);
  });

  it.each(routes.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    if (optionalOf(route).length === 0) return;
    await stage.signIn();
    const given = await answerTo(route, (body, path) => !has(body, path));
    expect(given).toBe(route.answers[route.access === 'staff' ? 'owner' : 'admin']);
    expect(await answerTo(route, () => true)).not.toMatch(/^5/);
  });
});

function has(body: object, path: string): boolean {
  return (
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], body) !== undefined
  );
}

function setNull(body: Record<string, unknown>, path: string): void {
  const names = path.split('.');
  const last = names.pop()!;
  const parent = names.reduce((value, name) => value[name] as Record<string, unknown>, body);
  parent[last] = null;
}
