import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ROUTES } from '../../../contracts/routes.js';
import { Public, RateLimit } from '../../../http/index.js';
import { inertiaOf } from '../../../inertia/index.js';
import { ForgottenPassword } from './forgotten-password.service.js';
import { EmailLinkResponder } from './email-link-responder.js';
import { ForgotDto, SetPasswordDto } from './links.dto.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

const PER_ADDRESS = { windowMs: 15 * MINUTE_MS, by: 'ip', security: true } as const;
/** The sellers of an event may sit behind one address. Guesses, and uses of one link, are counted by {@link EmailLinkResponder}. */
const LOOKS = { name: 'password-link', ...PER_ADDRESS, limit: 2_000 };
const USES = { name: 'choose-password', ...PER_ADDRESS, limit: 600 };

/** Pages for people without a password. */
@Controller('account')
@Public()
export class LinkPagesController {
  constructor(
    private readonly links: EmailLinkResponder,
    private readonly forgotten: ForgottenPassword,
  ) {}

  @Get('forgot')
  async forgotPage(@Req() req: Request, @Query('sent') sent: unknown) {
    const head = { title: 'Forgot password' };
    await inertiaOf(req).render('Auth/Forgot', { isSent: sent !== undefined }, { head });
  }

  @Post('forgot')
  @RateLimit({ name: 'forgot', ...PER_ADDRESS, limit: 20 })
  forgot(@Body() { email }: ForgotDto, @Req() req: Request) {
    this.forgotten.ask(email);
    inertiaOf(req).redirect(`${ROUTES.forgot}?sent`);
  }

  @Get('invitation')
  @RateLimit(LOOKS)
  invitation(@Query('token') token: unknown, @Req() req: Request, @Res({ passthrough: true }) res: Response) {
    return this.links.show('invitation', token, req, res);
  }

  @Post('invitation')
  @RateLimit(USES)
  accept(@Body() form: SetPasswordDto, @Req() req: Request, @Res({ passthrough: true }) res: Response) {
    return this.links.accept('invitation', form, req, res);
  }

  @Get('reset')
  @RateLimit(LOOKS)
  resetPage(@Query('token') token: unknown, @Req() req: Request, @Res({ passthrough: true }) res: Response) {
    return this.links.show('reset', token, req, res);
  }

  @Post('reset')
  @RateLimit(USES)
  reset(@Body() form: SetPasswordDto, @Req() req: Request, @Res({ passthrough: true }) res: Response) {
    return this.links.accept('reset', form, req, res);
  }
}
