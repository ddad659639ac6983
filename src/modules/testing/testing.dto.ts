import { IsString } from 'class-validator';

export class TestStatusDto {
  @IsString()
  reference: string;
}
