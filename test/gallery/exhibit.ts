import { afterAll, afterEach, beforeAll, describe, it, jest } from '@jest/globals';
import { expectAccessible } from '../support/browser.js';
import { Album } from './album.js';
import { Cast } from './cast.js';
import { type Room, type Scene, viewsOf } from './scene.js';
import { Lens } from './lens.js';

const SCENE_LIMIT_MS = 90_000;
/** A scene brings its state about beside a product that asks the bank in real time: one that came too late is set once more. */
const SECOND_TRIES = 1;

/** Tests of a room: each scene is judged in both schemes, and pictured where GALLERY is set. */
export function exhibit(room: Room): void {
  jest.retryTimes(SECOND_TRIES, { logErrorsBeforeRetry: true });
  describe(`${room.title}, in every state`, () => {
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
