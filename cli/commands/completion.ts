import { Argument, type Command } from 'commander';
import { examples, later } from '../definition.js';

const INSTALL = `
Install it:
  bash  tokendesk completion bash > ~/.local/share/bash-completion/completions/tokendesk
  zsh   tokendesk completion zsh > "\${fpath[1]}/_tokendesk"
  fish  tokendesk completion fish > ~/.config/fish/completions/tokendesk.fish
and open a new shell. After an update of TokenDesk do it again.
`;

export function register(program: Command): void {
  program
    .command('completion')
    .description('prints a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', INSTALL + examples('completion bash'))
    .action(
      later(async () => {
        const { completion } = await import('../actions/completion.js');
        return (shell: string) => completion(program, shell);
      }),
    );
}
