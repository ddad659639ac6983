import { IsText } from '../../http/index.js';

export class TestStatusDto {
  @IsText({ max: 100 })
  reference: string;
}
