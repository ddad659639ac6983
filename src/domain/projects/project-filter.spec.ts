import { describe, expect, it } from '@jest/globals';
import { projectFilterOf, projectOptionsOf, readChosenProject } from './project-filter.js';

describe('the filter by project and event', () => {
  it.each([
    ['nothing, everybody', '', '', null, {}],
    ['nothing, an admin of two projects', '', '', [2, 3], { projectIds: [2, 3] }],
    ['nothing, an admin of none', '', '', [], { projectIds: [] }],
    ['a project', '2', '', null, { projectIds: [2] }],
    ['a project of the scope', '2', '', [2, 3], { projectIds: [2] }],
    ['a project outside of the scope', '4', '', [2, 3], { projectIds: [] }],
    ['an event', '', '7', null, { eventId: 7 }],
    ['an event, an admin of two projects', '', '7', [2, 3], { projectIds: [2, 3], eventId: 7 }],
    ['a project and an event', '2', '7', null, { projectIds: [2], eventId: 7 }],
  ])('%s', (_, project, event, scope, filter) => {
    expect(projectFilterOf({ project, event }, scope)).toEqual(filter);
  });

  it.each([
    [{}, { project: '', event: '' }],
    [
      { project: '', event: '3' },
      { project: '', event: '3' },
    ],
    [
      { project: '01', event: '-1' },
      { project: null, event: null },
    ],
    [
      { project: '1 OR 1', event: ['1', '2'] },
      { project: null, event: null },
    ],
    [
      { project: '1234567890', event: {} },
      { project: null, event: null },
    ],
  ])('%j is read as %j', (query, chosen) => {
    expect(readChosenProject(query)).toEqual(chosen);
  });

  it('offers each project with its events', () => {
    const event = (id: number, name: string, projectId: string, project: string) => ({ id, name, projectId, project });
    expect(
      projectOptionsOf([
        event(1, 'Default event', '1', 'default'),
        event(3, 'River day', '1', 'default'),
        event(2, 'Launch', '2', 'Green Meadows'),
      ]),
    ).toEqual([
      {
        id: '1',
        name: 'default',
        events: [
          { id: '1', name: 'Default event' },
          { id: '3', name: 'River day' },
        ],
      },
      { id: '2', name: 'Green Meadows', events: [{ id: '2', name: 'Launch' }] },
    ]);
  });
});
