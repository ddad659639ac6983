import type { Command } from 'commander';
import { output } from '../output.js';

/** A position in the command tree and its completions. */
export interface Place {
  /** `''` for the program itself, else e.g. `staff list`. */
  path: string;
  commands: { name: string; description: string }[];
  options: { flags: string[]; description: string; takesValue: boolean; values: string[] }[];
  /** Allowed values of the first argument. */
  values: string[];
}

export function completion(program: Command, shell: string): void {
  const places = placesOf(program);
  const scripts: Record<string, (places: Place[]) => string> = { bash, zsh, fish };
  output.data(scripts[shell]!(places));
}

/** Built from commander's tree, so that no command or option is missing. */
export function placesOf(command: Command, path = ''): Place[] {
  const help = command.createHelp();
  const place: Place = {
    path,
    commands: command.commands.map((child) => ({ name: child.name(), description: child.description() })),
    options: help.visibleOptions(command).map((option) => ({
      flags: [option.long, option.short].filter((flag): flag is string => typeof flag === 'string'),
      description: option.description,
      takesValue: option.required || option.optional,
      values: option.argChoices ?? [],
    })),
    values: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [place, ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`.trim()))];
}

function bash(places: Place[]): string {
  const known = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const words = places.map((place) => `    '${place.path}') words='${wordsOf(place).join(' ')}' ;;`);
  const values = places.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .flatMap((option) =>
        option.flags.map((flag) => `    '${path} ${flag}') words='${option.values.join(' ')}'; value=1 ;;`),
      ),
  );
  return `# tokendesk completion for bash
_tokendesk() {
  local at='' i words='' value=''
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
      ${known.join('|')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  [ -n "$value" ] || case "$at" in
${words.join('\n')}
  esac
  # Nothing of ours fits: file names, by -o default.
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tokendesk tokendesk
`;
}

function zsh(places: Place[]): string {
  const known = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const cases = places.map((place) => {
    const items = [
      ...place.commands.map(({ name, description }) => [name, description]),
      ...place.values.map((value) => [value, '']),
      ...place.options.flatMap(({ flags, description }) => flags.map((flag) => [flag, description])),
    ].map(([name = '', text = '']) => quoted(`${name.replaceAll(':', '\\:')}:${text}`));
    return `    '${place.path}') items=(${items.join(' ')}) ;;`;
  });
  return `#compdef tokendesk
_tokendesk() {
  local at='' i
  local -a items
  for ((i = 2; i < CURRENT; i++)); do
    case "\${at:+$at }\${words[i]}" in
      ${known.join('|')}) at="\${at:+$at }\${words[i]}" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  _describe 'tokendesk' items || _files
}
compdef _tokendesk tokendesk
`;
}

function fish(places: Place[]): string {
  const known = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const lines = places.flatMap((place) => {
    const at = `complete -c tokendesk -n "__tokendesk_at '${place.path}'"`;
    return [
      ...place.commands.map(({ name, description }) => `${at} -f -a ${name} -d ${quoted(description)}`),
      ...place.values.map((value) => `${at} -f -a ${value}`),
      ...place.options.map((option) => `${at} ${fishOption(option)}`),
    ];
  });
  return `# tokendesk completion for fish
function __tokendesk_at
    set -l at
    for word in (commandline -opc)[2..-1]
        contains -- (string join ' ' -- $at $word) ${known.join(' ')}; and set -a at $word
    end
    test (string join ' ' -- $at) = "$argv"
end
${lines.join('\n')}
`;
}

function fishOption({ flags, description, takesValue, values }: Place['options'][number]): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = takesValue ? [values.length > 0 ? `-x -a ${quoted(values.join(' '))}` : '-r'] : ['-f'];
  return [...names, ...value, `-d ${quoted(description)}`].join(' ');
}

function wordsOf({ commands, options, values }: Place): string[] {
  return [...commands.map(({ name }) => name), ...values, ...options.flatMap(({ flags }) => flags)];
}

/** A single-quoted word, valid in every shell because it holds no quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
