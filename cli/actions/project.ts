import { closeSync, openSync, readSync } from 'node:fs';
import type { NewProject, ProjectUpdate } from '../../src/contracts/projects.js';
import { PROJECT_FIELDS } from '../../src/domain/projects/project-rules.js';
import {
  MAX_LOGO_BYTES,
  presentProject,
  ProjectLogos,
  Projects,
  ProjectsModule,
  shownDigest,
} from '../../src/modules/projects/index.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { withContext } from '../context.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface Options {
  json?: boolean;
}

export async function list({ json }: Options): Promise<void> {
  const projects = await withProjects((service) => service.list());
  if (json) output.json(projects);
  else
    output.table(
      ['CODE', 'STATE', 'NAME', 'RERA'],
      projects.map(({ code, state, name, reraNumber }) => [code, state, name ?? '', reraNumber ?? '']),
    );
}

export async function show(code: string, { json }: Options): Promise<void> {
  const project = presentProject(await withProjects((service) => service.get(code)));
  if (json) output.json(project);
  else
    output.table(
      ['FIELD', 'VALUE'],
      [
        ['code', project.code],
        ['state', project.state],
        ...PROJECT_FIELDS.map((field) => [field, project[field] ?? '(as in the settings)']),
        ['logo', project.logo?.url ?? '(as in the settings)'],
      ],
    );
}

export async function create(code: string, { json, ...fields }: Options & Omit<NewProject, 'code'>): Promise<void> {
  const project = await withProjects((service) => service.create({ code, ...fields }));
  if (json) output.json(project);
  else output.note(`Made ${project.code}, ${project.state}.`);
}

export async function update(
  code: string,
  options: Options & ProjectUpdate & { dryRun?: boolean; logo?: string },
): Promise<void> {
  const { json, dryRun = false, logo, ...fields } = options;
  const hasFields = Object.keys(fields).length > 0;
  if (!hasFields && logo === undefined) throw new WrongUsage('Name at least one field to change, such as --name');
  const picture = logo === undefined ? undefined : pictureIn(logo);
  const changes = await withContext({ imports: () => [ProjectsModule] }, (context) =>
    // All of it, or nothing.
    context
      .get(UnitOfWork)
      .run(async () => [
        ...(hasFields ? await context.get(Projects).update(code, fields, { dryRun }) : []),
        ...(picture === undefined ? [] : await setLogo(context.get(ProjectLogos), code, picture, dryRun)),
      ]),
  );
  if (json) return output.json({ changes, written: !dryRun && changes.length > 0 });
  for (const { field, from, to } of changes) output.note(`${field}: ${from ?? '(none)'} → ${to ?? '(none)'}`);
  if (changes.length === 0) output.note('Nothing to change.');
  else output.note(dryRun ? 'Nothing was written (--dry-run).' : `Changed ${code}.`);
}

/** @param picture null: the company's is shown again @returns what changed, by the digests of the pictures */
async function setLogo(logos: ProjectLogos, code: string, picture: Buffer | null, dryRun: boolean) {
  const options = { dryRun };
  const { from, to } = await (picture ? logos.set(code, picture, options) : logos.remove(code, options));
  return from === to ? [] : [{ field: 'logo', from: shownDigest(from), to: shownDigest(to) }];
}

/** @returns null without a path @throws CommandFailed */
function pictureIn(path: string): Buffer | null {
  if (path === '') return null;
  try {
    // More than is allowed is refused by its length, so no more of it is read.
    const bytes = Buffer.alloc(MAX_LOGO_BYTES + 1);
    const file = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    throw new CommandFailed(`The file ${path} cannot be read.`);
  }
}

function withProjects<T>(work: (service: Projects) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [ProjectsModule] }, (context) => work(context.get(Projects)));
}
