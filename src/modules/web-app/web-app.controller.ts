import { readFile } from 'node:fs/promises';
import { Controller, Get, Header, Inject, NotFoundException, Redirect, Req, StreamableFile } from '@nestjs/common';
import type { Request } from 'express';
import { LOGO_PATH } from '../../config/company-logo.js';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { textsIn } from '../../contracts/words/index.js';
import { languageOf, Public } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';

@Controller()
@Public()
export class WebAppController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Cached by the service worker and shown while offline; the same for everybody. */
  @Get('offline')
  async offline(@Req() request: Request, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Public/Offline', {}, { head: { title: textsIn(languageOf(request)).offline.title } });
  }

  /** Its address holds the picture's version, so it never changes. */
  @Get(LOGO_PATH)
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  async logo(): Promise<StreamableFile> {
    const { logo } = this.settings.company;
    if (logo === null) throw new NotFoundException();
    return new StreamableFile(await readFile(logo.file), { type: 'image/png' });
  }

  /** For clients that do not read the document, such as link previews. */
  @Get('favicon.ico')
  @Redirect('/build/icons/favicon.ico', 302)
  favicon() {}
}
