import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, judge } from '../support/browser.js';
import { smallTargets } from '../support/targets.js';
import { Album } from './album.js';
import { Cast } from './cast.js';
import { essentialViewsOf, type Room, type Scene, viewsOf } from './scene.js';
import { Lens } from './lens.js';

const SCENE_LIMIT_MS = 90_000;

/** The main screens: the other states are judged on the way by the journeys of test/browser, and all of them by the gallery. */
function essentials(room: Room): Room {
  return { ...room, scenes: room.scenes.filter(({ main }) => main) };
}

/** Tests of a room: each scene is judged in every view that is, and pictured where GALLERY is set. */
export function exhibit(room: Room): void {
  describe(`${room.title}, in its states`, () => {
    const album = new Album(room);
    const cast = new Cast({ isOwn: true, isNew: room.isNew });
    beforeAll(async () => {
      album.begin();
      await cast.open();
      await room.prepare?.(cast);
    });
    afterEach(() => cast.clear());
    afterAll(() => cast.close());

    it.each(namesOf(room))(
      '%s',
      async (_name, scene) => {
        const page = await scene.open(cast);
        const lens = await Lens.of(page);
        for (const view of viewsOf(room, scene)) {
          if (!view.isJudged && !album.isWanted) continue;
          await lens.look(view);
          await isNotEmpty(page);
          if (view.isJudged) await judge(page);
          if (view.isTouch && view.isJudged) expect(await smallTargets(page)).toEqual([]);
          await album.add(scene, view, lens);
        }
      },
      SCENE_LIMIT_MS,
    );
  });
}

/** Tests of the main screens of these rooms, with one product; what was judged already is not judged again. */
export function exhibitEssentials(cast: Cast, rooms: Room[]): void {
  describe.each(rooms.map((room): [string, Room] => [room.title, essentials(room)]))('%s, in its states', (_, room) => {
    beforeAll(() => room.prepare?.(cast));

    it.each(namesOf(room))(
      '%s',
      async (_name, scene) => {
        const page = await scene.open(cast);
        const lens = await Lens.of(page);
        for (const view of essentialViewsOf(room, scene)) {
          await lens.look(view);
          await isNotEmpty(page);
          await expectAccessible(page);
          if (view.isTouch) expect(await smallTargets(page)).toEqual([]);
        }
      },
      SCENE_LIMIT_MS,
    );
  });
}

const namesOf = ({ scenes }: Room) =>
  scenes.map((scene): [string, Scene] => [`${scene.screen}: ${scene.state}`, scene]);

/** A page without anything on it breaks no rule, and is not accessible either. */
const isNotEmpty = (page: Page) => page.locator('h1:visible, h2:visible').first().waitFor();
