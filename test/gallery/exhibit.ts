import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { expectAccessible } from '../support/browser.js';
import { Album } from './album.js';
import { Cast } from './cast.js';
import { type Room, type Scene, viewsOf } from './scene.js';
import { Lens } from './lens.js';

const SCENE_LIMIT_MS = 90_000;

/** The first state of each screen, and what is a main screen of its own: what differs in structure. */
export function essentials(room: Room): Room {
  const isFirst = (scene: Scene) => room.scenes.find(({ screen }) => screen === scene.screen) === scene;
  return { ...room, scenes: room.scenes.filter((scene) => scene.main || isFirst(scene)) };
}

/** Tests of a room: each scene is judged in both schemes, and pictured where GALLERY is set. */
export function exhibit(room: Room): void {
  describe(`${room.title}, in its states`, () => {
    const album = new Album(room);
    let cast: Cast;
    beforeAll(async () => {
      album.begin();
      cast = await Cast.start({ isNew: room.isNew });
      await room.prepare?.(cast);
    });
    afterEach(() => cast.clear());
    afterAll(() => cast?.close());

    const scenes = room.scenes.map((scene): [string, Scene] => [`${scene.screen}: ${scene.state}`, scene]);
    it.each(scenes)(
      '%s',
      async (_name, scene) => {
        const page = await scene.open(cast);
        const lens = await Lens.of(page);
        for (const view of viewsOf(room, scene)) {
          if (!view.isJudged && !album.isWanted) continue;
          await lens.look(view);
          // A page without anything on it breaks no rule, and is not accessible either.
          await page.locator('h1:visible, h2:visible').first().waitFor();
          if (view.isJudged) await expectAccessible(page);
          await album.add(scene, view, lens);
        }
      },
      SCENE_LIMIT_MS,
    );
  });
}
