import { keysInForce } from './keys.js'
import { Dialog } from './parts/dialog.js'

export function KeysShown({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label="Keys" onClose={onClose}>
      <div className="keys">
        <h2>Keys</h2>
        <dl>
          {keysInForce().map(({ key, does }) => (
            <KeyRow key={key + does} name={key} does={does} />
          ))}
        </dl>
        <p className="right">
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </p>
      </div>
    </Dialog>
  )
}

function KeyRow({ name, does }: { readonly name: string; readonly does: string }) {
  return (
    <>
      <dt>
        <kbd>{name.replace('mod+', 'Ctrl ').replace(/^Ctrl k$/, 'Ctrl K')}</kbd>
      </dt>
      <dd>{does}</dd>
    </>
  )
}
