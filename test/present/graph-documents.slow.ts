// The same with more texts.

import './graph-documents.test.js'
