import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { binaryKey, fileBytes, instant } from '../columns.js';

/** A picture that a project shows or has shown before it, checked when it was stored. In the database, so that every instance has it. */
@Entity('project_logos')
@Index('ix_project_logos_digest', ['digest'])
export class ProjectLogoEntity {
  @PrimaryColumn({ type: 'integer' })
  projectId: number;

  /** SHA-256 of the bytes, in hexadecimal: the picture's public address. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  digest: string;

  @Column(binaryKey(20))
  type: 'image/png' | 'image/jpeg';

  @Column(fileBytes())
  bytes: Buffer;

  @Column(instant())
  createdAt: Date;
}
