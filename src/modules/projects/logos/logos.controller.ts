import { Controller, Get, NotFoundException, Param, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../../http/index.js';
import { ProjectLogos } from './project-logos.service.js';

/** Pictures of projects, for whoever sees a page that names their digest. */
@Controller('project-logo')
@Public()
export class LogosController {
  constructor(private readonly logos: ProjectLogos) {}

  /** The address is the digest of the content, so it never changes. Not a document: nothing in the file can run. */
  @Get(':digest')
  async logo(@Param('digest') digest: string, @Res({ passthrough: true }) response: Response): Promise<StreamableFile> {
    const logo = await this.logos.find(digest);
    if (logo === null) throw new NotFoundException();
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    return new StreamableFile(logo.bytes, { type: logo.type });
  }
}
