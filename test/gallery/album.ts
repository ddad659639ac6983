import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lens } from './lens.js';
import { type Room, type Scene, slug, type View, viewsOf } from './scene.js';

export const FOLDER = join(import.meta.dirname, '../../docs/gallery');
/** Of WebP: text stays sharp, and several hundred pictures stay a few megabytes. */
const QUALITY = 40;

function fileOf({ screen, state }: Scene, view: View): string {
  return `${slug(screen)}--${slug(state)}--${view.name}.webp`;
}

/** Pictures of one room, written where GALLERY is set. */
export class Album {
  readonly isWanted = Boolean(process.env.GALLERY);

  constructor(private readonly room: Room) {}

  begin(): void {
    if (!this.isWanted) return;
    rmSync(join(FOLDER, this.room.name), { recursive: true, force: true });
    mkdirSync(join(FOLDER, this.room.name), { recursive: true });
  }

  async add(scene: Scene, view: View, lens: Lens): Promise<void> {
    if (this.isWanted) writeFileSync(join(FOLDER, this.room.name, fileOf(scene, view)), await lens.picture(QUALITY));
  }
}

/** Pictures that the index names and that are not there. */
export function missingPictures(rooms: Room[]): string[] {
  return rooms
    .flatMap((room) =>
      room.scenes.flatMap((scene) => viewsOf(room, scene).map((view) => join(room.name, fileOf(scene, view)))),
    )
    .filter((file) => !existsSync(join(FOLDER, file)));
}

const HEAD = `# Every screen in every state

Pictures of the product, taken by driving it: \`npm run gallery\` takes them again and writes this page. \`npm run test:long\` walks through the
same states and has each judged by axe (WCAG 2.0 to 2.2, A and AA) on a phone, on a laptop in the dark theme where there is one,
and, for the main screens, at 200 % zoom; slip, receipt and day close are shown as they are printed, too. Names, dates and numbers are made up; times are those of the day the pictures were taken.
The parts that pages are built of stand on \`/components\` while the test pages are on.
`;

export function indexOf(rooms: Room[]): string {
  return [HEAD, ...rooms.map(chapterOf)].join('\n');
}

function chapterOf(room: Room): string {
  const screens = [...new Set(room.scenes.map(({ screen }) => screen))];
  const parts = screens.map((screen) => {
    const scenes = room.scenes.filter((scene) => scene.screen === screen);
    return [`### ${screen}`, '', ...scenes.map((scene) => lineOf(room, scene)), ''].join('\n');
  });
  return [`## ${room.title}`, '', ...parts].join('\n');
}

function lineOf(room: Room, scene: Scene): string {
  const links = viewsOf(room, scene).map(
    (view) => `[${view.name.replaceAll('-', ' ')}](${room.name}/${fileOf(scene, view)})`,
  );
  return `- ${scene.state}: ${links.join(' · ')}`;
}
