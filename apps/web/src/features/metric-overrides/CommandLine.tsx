import type { CommandPart } from '@quatrain/contract/resources/effective-check.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import classes from './effective-check.module.css'

/** The command as one line. What the box fills in, or leaves out, stands in brackets. */
export function CommandLine({ parts }: { readonly parts: readonly CommandPart[] }) {
  const hasOpen = parts.some(({ origin }) => origin.kind === 'box')
  return (
    <section className={classes.section} aria-labelledby="command">
      <div className={classes.head}>
        <h2 id="command">Command</h2>
        <CopyButton text={parts.map(textOf).join(' ')} what="command" />
      </div>
      <code className={classes.command}>
        {parts.map((part) => (
          <span key={`${part.kind} ${part.name}`} data-origin={part.origin.kind}>
            {textOf(part)}{' '}
          </span>
        ))}
      </code>
      <p className={classes.quiet}>
        {hasOpen && 'In brackets: the box fills it in from the topology or its own files, or leaves it out. '}
        {parts.some(({ value }) => value.includes('$USER1$')) &&
          '$USER1$ is the standard plugin directory of the box. '}
      </p>
    </section>
  )
}

function textOf({ option, value, origin }: CommandPart): string {
  const text = [option, value].filter(Boolean).join(' ')
  return origin.kind === 'box' ? `[${text}]` : text
}
