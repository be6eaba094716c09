/** The bar has z-index 2000 (root-config/page/page.css): what drops down from the header or comes up as news stands above it. */
export const overBar = 2050;
