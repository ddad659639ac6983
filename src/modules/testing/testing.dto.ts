import { IsText } from '../../http/index.js';

export class TestStatusDto {
  /** Of the test payment. */
  @IsText({ max: 100 })
  reference: string;
}
