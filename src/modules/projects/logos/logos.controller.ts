import { Controller, Get, Header, NotFoundException, Param, StreamableFile } from '@nestjs/common';
import { Public } from '../../../http/index.js';
import { ProjectLogos } from './project-logos.service.js';

/** Pictures of projects, for whoever sees a page that names their digest. */
@Controller('project-logo')
@Public()
export class LogosController {
  constructor(private readonly logos: ProjectLogos) {}

  /** The address is the digest of the content, so it never changes. Not a document: nothing in the file can run. */
  @Get(':digest')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  async logo(@Param('digest') digest: string): Promise<StreamableFile> {
    const logo = await this.logos.find(digest);
    if (logo === null) throw new NotFoundException();
    return new StreamableFile(logo.bytes, { type: logo.type });
  }
}
