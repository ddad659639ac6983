import { describe, expect, it } from '@jest/globals';
import { eventsOf, eventWords, isOffered, projectWords, withProject } from './project-choice';

const DEFAULT = { id: '1', name: 'default', events: [{ id: '1', name: 'Default event' }] };
const MEADOWS = {
  id: '2',
  name: 'Green Meadows',
  events: [
    { id: '2', name: 'Launch' },
    { id: '3', name: 'River day' },
  ],
};
const BOTH = [DEFAULT, MEADOWS];

describe('the choice of a project and an event', () => {
  it('is offered where there are several events', () => {
    expect([undefined, [], [DEFAULT], [MEADOWS], BOTH].map(isOffered)).toEqual([false, false, false, true, true]);
  });

  it('is named, also where it is unknown', () => {
    expect(['', '2', '9'].map((id) => projectWords(BOTH, id))).toEqual([null, 'Green Meadows', 'an unknown project']);
    expect(['', '3', '9'].map((id) => eventWords(BOTH, id))).toEqual([null, 'River day', 'an unknown event']);
  });

  it('keeps the event where it is of the project', () => {
    expect(eventsOf(BOTH, '').map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(withProject(BOTH, '2', '3')).toEqual({ project: '2', event: '3' });
    expect(withProject(BOTH, '1', '3')).toEqual({ project: '1', event: '' });
    expect(withProject(BOTH, '', '3')).toEqual({ project: '', event: '3' });
  });
});
