import { Kbd } from '@mantine/core'
import { Dialog } from '#ui/dialogs.tsx'
import classes from './ShortcutHelp.module.css'
import { SingleKeysSwitch } from './SingleKeysSwitch.tsx'

const shortcuts = [
  { where: 'Everywhere', keys: ['?'], does: 'Show this help' },
  { where: 'Everywhere', keys: ['Ctrl', 'K'], does: 'Search' },
  { where: 'Lists', keys: ['/'], does: 'Go to the filter' },
  { where: 'Forms', keys: ['Ctrl', 'S'], does: 'Save' },
  { where: 'Tables in forms', keys: ['Enter'], does: 'Move to the next cell; after the last one add a row' },
  { where: 'Tables in forms', keys: ['↓'], does: 'Show the suggestions of a cell' },
  { where: 'Tables in forms', keys: ['Ctrl', 'V'], does: 'Paste cells of a spreadsheet as rows' },
  { where: 'Dialogs', keys: ['Esc'], does: 'Close without changes' },
] as const

/** The keys that do something, and where. */
export function ShortcutHelp({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onDismiss={onDismiss}>
      <table className={classes.table}>
        <caption className="visually-hidden">Keyboard shortcuts</caption>
        <tbody>
          {shortcuts.map(({ where, keys, does }) => (
            <tr key={does}>
              <td>{where}</td>
              <td>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </td>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SingleKeysSwitch />
    </Dialog>
  )
}
