import type { NewProject, ProjectUpdate } from '../../src/contracts/projects.js';
import { PROJECT_FIELDS } from '../../src/domain/projects/project-rules.js';
import { presentProject, Projects, ProjectsModule } from '../../src/modules/projects/index.js';
import { withContext } from '../context.js';
import { output, WrongUsage } from '../output.js';

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
      ],
    );
}

export async function create(code: string, { json, ...fields }: Options & Omit<NewProject, 'code'>): Promise<void> {
  const project = await withProjects((service) => service.create({ code, ...fields }));
  if (json) output.json(project);
  else output.note(`Made ${project.code}, ${project.state}.`);
}

export async function update(code: string, options: Options & ProjectUpdate & { dryRun?: boolean }): Promise<void> {
  const { json, dryRun = false, ...fields } = options;
  if (Object.keys(fields).length === 0) throw new WrongUsage('Name at least one field to change, such as --name');
  const changes = await withProjects((service) => service.update(code, fields, { dryRun }));
  if (json) return output.json({ changes, written: !dryRun && changes.length > 0 });
  for (const { field, from, to } of changes) output.note(`${field}: ${from ?? '(none)'} → ${to ?? '(none)'}`);
  if (changes.length === 0) output.note('Nothing to change.');
  else output.note(dryRun ? 'Nothing was written (--dry-run).' : `Changed ${code}.`);
}

function withProjects<T>(work: (service: Projects) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [ProjectsModule] }, (context) => work(context.get(Projects)));
}
