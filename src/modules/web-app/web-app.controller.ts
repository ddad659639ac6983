import { Controller, Get, Redirect, Req } from '@nestjs/common';
import type { Request } from 'express';
import { wordsOf } from '../../contracts/words/index.js';
import { languageOf, Public } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';

@Controller()
@Public()
export class WebAppController {
  /** Kept by the service worker, shown while the network is away; the same for everybody. */
  @Get('offline')
  async offline(@Req() request: Request, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Public/Offline', {}, { head: { title: wordsOf(languageOf(request)).offline.title } });
  }

  /** Asked for by what reads no document, such as the preview of a link. */
  @Get('favicon.ico')
  @Redirect('/build/icons/favicon.ico', 302)
  favicon() {}
}
