"""Questions about codes and names, which an embedding alone blurs."""
