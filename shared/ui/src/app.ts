/** The single-spa lifecycles of a React app: what every app's entry file exports, and nothing else (house rule 1). */
import React, { type FunctionComponent } from "react";
import ReactDOMClient from "react-dom/client";
import singleSpaReact from "single-spa-react";

interface MountProps {
  /** From the root config's container: draws the crash card, without harm to any other app. */
  onCrash(error: Error): void;
}

export const reactApp = (Root: FunctionComponent) =>
  singleSpaReact<MountProps>({
    React,
    ReactDOMClient,
    rootComponent: Root,
    errorBoundary: (error, _info, props) => {
      props.onCrash(error);
      return React.createElement(React.Fragment);
    },
  });
