import React from 'react';
import ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { Root } from './root.tsx';

export const { bootstrap, mount, unmount } = singleSpaReact<{ onCrash(error: Error): void }>({
  React,
  ReactDOMClient,
  rootComponent: Root,
  errorBoundary: (error, _info, props) => {
    props.onCrash(error);
    return React.createElement(React.Fragment);
  },
});
