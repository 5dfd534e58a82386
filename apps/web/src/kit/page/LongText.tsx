import { Button } from '@mantine/core'
import { useState } from 'react'

const longest = 220

/** A possibly very long text: truncated, with a button that shows all of it. */
export function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= longest || isWhole) return <p>{text}</p>
  return (
    <p>
      {text.slice(0, text.lastIndexOf(' ', longest))}…{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
        Show all
      </Button>
    </p>
  )
}
