// What other layers use of this part.

export { renamedHistory, renamedSettings, renamedText } from './path-files.js'
export { folderFinder, type PathFinder, pathFinder, type Rename } from './path-places.js'
export { fieldFinder, findersTogether, type RenamePaths, renamedTranscript, renamePaths } from './rename-paths.js'
