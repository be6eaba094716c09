export { FlowPanel, NodePanel, SubPanel, useSurroundings, type Finding, type Surroundings } from "./stand-in.tsx";
