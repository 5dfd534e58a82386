import { Argument, type Command } from 'commander'

/** The words that can follow each command, by its words with a space before each; those of the program by an empty text. */
function wordsByCommand(command: Command, place = ''): [place: string, words: readonly string[]][] {
  const words = [...command.commands.map((inner) => inner.name()), ...command.options.flatMap(({ long }) => long ?? [])]
  return [[place, words], ...command.commands.flatMap((inner) => wordsByCommand(inner, `${place} ${inner.name()}`))]
}

type Words = ReturnType<typeof wordsByCommand>

const places = (words: Words, separator: string) =>
  words.flatMap(([place]) => (place === '' ? [] : [`'${place}'`])).join(separator)

const scripts = {
  bash: (words: Words) => `_quatrain() {
  local at='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in ${places(words, '|')}) at="$at $word" ;; esac
  done
  case "$at" in
${words.map(([place, words]) => `    '${place}') words='${words.join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _quatrain quatrain`,
  zsh: (words: Words) => `#compdef quatrain
_quatrain() {
  local at='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in (${places(words, '|')}) at="$at $word" ;; esac
  done
  case "$at" in
${words.map(([place, words]) => `    ('${place}') compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _quatrain quatrain`,
  fish: (words: Words) => `function __quatrain_words
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${places(words, ' ')}
        set at "$at $word"
    end
  end
  switch "$at"
${words.map(([place, words]) => `    case '${place}'\n      printf '%s\\n' ${words.join(' ')}`).join('\n')}
  end
end
complete -c quatrain -a '(__quatrain_words)'`,
} as const

/** `completion`: the words of all commands of the program, for a shell. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print what completes the commands in a shell: source <(quatrain completion bash)')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => console.log(scripts[shell](wordsByCommand(program))))
}
