// How clients up to 2.0 send texts. (O15)

import type { Rule } from '../profile.js'

export const unmended: Rule = {
  id: 'O15',
  does: 'sends half of a surrogate pair as it is stored',
  apply(resume) {
    resume.ways.mendsText = false
  },
}
