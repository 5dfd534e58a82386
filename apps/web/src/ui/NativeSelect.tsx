import { InputBase, type NativeSelectProps } from '@mantine/core'
import { Icon } from './Icon.tsx'

/** A value that can be chosen; a text is its own label. */
export type Choice = string | Option

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

interface Group {
  readonly group: string
  readonly items: readonly Choice[]
}

interface Props extends Omit<NativeSelectProps, 'data'> {
  readonly data: readonly (Choice | Group)[]
}

/** The select of the browser. That of the component library would bring parts of its own lists of options to every list. */
export const NativeSelect = ({ data, ...input }: Props) => (
  <InputBase
    component="select"
    pointer
    rightSection={<Icon name="choose" size={input.size === 'xs' ? 16 : 18} />}
    rightSectionPointerEvents="none"
    {...input}
  >
    {data.map((choice) =>
      typeof choice === 'object' && 'group' in choice ? (
        <optgroup key={choice.group} label={choice.group}>
          {choice.items.map(optionOf)}
        </optgroup>
      ) : (
        optionOf(choice)
      ),
    )}
  </InputBase>
)

function optionOf(choice: Choice) {
  const { value, label, disabled }: Option = typeof choice === 'string' ? { value: choice, label: choice } : choice
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}
