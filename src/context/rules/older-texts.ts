// How clients up to 2.0 send texts. (O17)

import type { Rule } from '../profile.js'

export const unmended: Rule = {
  id: 'O17',
  does: 'sends half of a surrogate pair as it is stored',
  apply(resume) {
    resume.mergeRules.mendsText = false
  },
}
