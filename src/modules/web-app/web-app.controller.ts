import { Controller, Get, Redirect, Req } from '@nestjs/common';
import type { Request } from 'express';
import { textsIn } from '../../contracts/words/index.js';
import { languageOf, Public } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';

@Controller()
@Public()
export class WebAppController {
  /** Cached by the service worker and shown while offline; the same for everybody. */
  @Get('offline')
  async offline(@Req() request: Request, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Public/Offline', {}, { head: { title: textsIn(languageOf(request)).offline.title } });
  }

  /** For clients that do not read the document, such as link previews. */
  @Get('favicon.ico')
  @Redirect('/build/icons/favicon.ico', 302)
  favicon() {}
}
