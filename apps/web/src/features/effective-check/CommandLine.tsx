import type { CommandPart, OpenEnd } from '@quatrain/contract/resources/effective-check.ts'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './effective-check.module.css'

/** The command as one line. Brackets and dashes mark where a box can run something else. */
export function CommandLine({ parts }: { readonly parts: readonly CommandPart[] }) {
  const isOpenTo = (end: OpenEnd) => parts.some(({ openEnds }) => openEnds.includes(end))
  return (
    <section className={classes.section} aria-labelledby="command">
      <div className={classes.head}>
        <h2 id="command">Command</h2>
        <CopyButton text={parts.map(textOf).join(' ')} subject="command" />
      </div>
      <code className={classes.command}>
        {parts.map((part) => (
          <span
            key={`${part.kind} ${part.name}`}
            data-origin={part.origin.kind}
            data-open={part.openEnds.includes('topology')}
          >
            {textOf(part)}{' '}
          </span>
        ))}
      </code>
      <p className={classes.quiet}>
        {isOpenTo('box') && 'In brackets: the box fills it in from the topology or its own files, or leaves it out. '}
        {isOpenTo('topology') && 'Underlined with dashes: replaced or left out if the topology has such an extension. '}
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
